import { en } from ".."
import { words as arabic } from "../ar"
import { words as german } from "../de"
import { packWords, unpackWords } from "../packed-words"

const ARABIC_FORMS = ["zero", "one", "two", "few", "many", "other"]

describe("packed words", () => {
  it.each([
    ["German", german, ["one", "other"]],
    ["Arabic", arabic, ARABIC_FORMS],
  ])("in %s are the same words again", (_name, words, forms) => {
    expect(unpackWords(packWords(words, en, forms), en)).toEqual(words)
  })
})
