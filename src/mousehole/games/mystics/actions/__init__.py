"""What mice do: move, search, recover, carry things, float and use what lies about."""
