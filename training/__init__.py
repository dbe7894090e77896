"""Where the models in the package come from: one folder a model, one command each."""
