"""Nearly equal texts: found without comparing with everything, confirmed, and kept as one resource."""
