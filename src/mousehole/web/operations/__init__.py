"""What whoever runs a server needs: probes, figures, a log of requests, and an ending that nobody minds."""
