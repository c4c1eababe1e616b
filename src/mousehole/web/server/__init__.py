"""How the application meets the network: settings, limits, connections, logs, health and metrics."""
