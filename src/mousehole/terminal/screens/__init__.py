"""The screens of the terminal, their dialogs and widgets."""
