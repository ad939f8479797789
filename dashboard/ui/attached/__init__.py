"""Files on the pages: faces, pictures, recordings, and the form to attach them."""
