import { english } from "../../__tests__/english"
import { ASSIGNMENT_WORDING, describeAssignment } from "../words"

describe("why a deposit is in review", () => {
  it.each(Object.entries(ASSIGNMENT_WORDING))("%s", (status, words) => {
    expect(describeAssignment(status, english)).toEqual(words)
    expect(words.title.length).toBeLessThan(25)
    expect(words.sentence).toMatch(/^[A-Z].+\.$/)
    expect(words.sentence).not.toMatch(/intent|assignment|net\b|mismatch|null/i)
  })

  it("a status without words has a label, and its sentence quotes it", () => {
    expect(describeAssignment("review_required_new_thing", english)).toEqual({
      title: "Other reason",
      sentence: "The provider gives this reason: review_required_new_thing",
    })
  })

  it.each(["toString", "__proto__", "constructor"])("%s is not one of our statuses", (status) => {
    expect(describeAssignment(status, english).title).toBe("Other reason")
  })

  it("a missing status says so", () => {
    expect(describeAssignment(null, english).sentence).toBe("The provider gave no reason.")
  })
})
