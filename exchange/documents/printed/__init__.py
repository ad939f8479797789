"""Printed documents: sheets and books as PDF, set by Typst from data, with a font for every sign or its name."""
