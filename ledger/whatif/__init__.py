"""The GM's court: what earlier rulings led to, what would stand if one had gone otherwise, and adopting that."""
