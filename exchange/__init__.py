"""Everything that comes from elsewhere and goes elsewhere: other tools' files, and archives."""
