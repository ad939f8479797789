"""Sentences about Vele, Verminites and ruche."""

REFUSALS = {
    "beyond_dice": "{component} is a {nature}, and no dice touch one: tell its traces, or say why it holds back.",
    "reason_for_nature": "Say why {component}, a {nature}, acts on the level of the others.",
    "nature_keeps_domain": "{trait} of {component} is a domain of ruche. Take that mark away first.",
    "nature_keeps_technique": "{trait} of {component} is a technique of ruche. Take that mark away first.",
    "no_ruche": "{component} works no ruche. Say first that it is a manipulator, a mutant or a machine smith.",
    "techniques_only": "{component} is a {nature} and learns techniques, no domain.",
    "second_domain": "{component} has its one domain, {domain}; everything else is a technique.",
}
EVENTS = {
    "nature_set": "{component} is {nature}{held_back:+, but: }",
    "ruche_trait_marked": "{trait} of {component} is ruche: {grade}",
}
