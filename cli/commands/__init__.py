"""The commands as they are typed: names, options, help. What they do is loaded when they are called."""
