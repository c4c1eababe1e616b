"""The whole house inside a browser, without a server: what runs there, and what writes the folder it comes from."""
