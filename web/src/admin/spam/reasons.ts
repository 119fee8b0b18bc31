// What the spam check writes down (internal/shield), each with a sentence for people.
const SENTENCES: [RegExp, string][] = [
  [/^Typical phrase/, "Words that offers of this kind use"],
  [/^\d+ links$/, "People who write to you rarely send more than one"],
  [/^Little more than a link/, "People who write to you say what they want"],
  [/^A link as the name/, "People have names"],
  [/^A link as the subject/, "People say what it is about"],
  [/^Markup of links/, "It was written for a place that turns it into links"],
  [/^A link that hides/, "It leads elsewhere than it says"],
  [/^A word mixes alphabets/, "Letters that look alike hide words from filters"],
  [/^Written in capitals/, "Most of the text is in capital letters"],
  [/^Rows of exclamation/, "Offers shout, and name sums"],
  [/^A throw-away address/, "Its provider lends addresses for a few minutes"],
  [/looks? random/, "Letters in no order, as programs make them"],
  [/^A field that no person sees/, "Programs fill in every field that they find"],
  [/^It did not come from a form/, "Programs write without opening the page"],
  [/^The form was filled in faster/, "Programs need no time to type"],
  [/^The form's token/, "Programs use one opened form again and again"],
  [/^How long the form took/, "It counts little, and only beside other signs"],
  [/^Several came in one request/, "A person sends one message at a time"],
  [/^The same text came/, "Offers go to everybody with the same words"],
  [/^Many messages name the same sender/, "A person writes once or twice"],
  [
    /^Many messages came from|^Very many messages came/,
    "A flood is held back until somebody looks",
  ],
]

/** Why a reason speaks for spam, in plain words. */
export const sentenceOf = (reason: string) =>
  SENTENCES.find(([shape]) => shape.test(reason))?.[1] ?? "A sign that such messages have"

/** The reasons of a message, the strongest first. What staff called spam has none. */
export const reasonsOf = ({ spam_reasons }: { spam_reasons: unknown }): string[] =>
  Array.isArray(spam_reasons) ? spam_reasons.map(String) : []
