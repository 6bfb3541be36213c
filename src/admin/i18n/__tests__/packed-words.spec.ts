import arabic from "../ar.json"
import german from "../de.json"
import { packWords, unpackWords } from "../load-locale"

const ARABIC_FORMS = ["zero", "one", "two", "few", "many", "other"]

describe("packed words", () => {
  it.each([
    ["German", german, ["one", "other"]],
    ["Arabic", arabic, ARABIC_FORMS],
  ])("in %s are the same words again", (_name, words, forms) => {
    expect(unpackWords(packWords(words, forms))).toEqual(words)
  })
})
