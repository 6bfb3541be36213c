import { readAudit } from "../audit"

describe("the answer of npm audit", () => {
  it.each([
    ["no vulnerability", { vulnerabilities: {} }, { kind: "checked", advisories: [] }],
    [
      "a vulnerability",
      { vulnerabilities: { hono: { severity: "high", via: [] } } },
      { kind: "checked", advisories: ["hono (high)"] },
    ],
    [
      "a registry that refuses",
      { message: "405 Method Not Allowed", statusCode: 405 },
      { kind: "unchecked", reason: "405 Method Not Allowed" },
    ],
    [
      "an error without a message",
      { error: {} },
      { kind: "unchecked", reason: "the registry did not answer" },
    ],
  ])("is read: %s", (_, answer, expected) => {
    expect(readAudit(JSON.stringify(answer))).toEqual(expected)
  })

  it("is no success when npm printed nothing", () => {
    expect(readAudit("")).toEqual({ kind: "unchecked", reason: "the registry did not answer" })
  })
})
