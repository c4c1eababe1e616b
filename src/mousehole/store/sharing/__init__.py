"""What several servers on one store share: who of them plays what nobody has to until when, and what was thought."""
