"""The nouns that travel between the rooms: plain, frozen, without behaviour that needs anything else."""
