import type { ErrorMeaning } from "../../assumptions"
import { noteCode } from "../creations"
import { Findings } from "../findings"
import { findStatuses } from "../words"

describe("a status with two plausible meanings", () => {
  it.each([
    ["has the first", ["rejected"], { failed: ["failed", "rejected"] }],
    [
      "has the one for which the service has no other word",
      ["REJECTED", "FAILED"],
      { destinationRejected: ["destination_rejected", "REJECTED"], failed: ["failed", "FAILED"] },
    ],
  ])("%s", (_, words, expected) => {
    const findings = new Findings()
    const records = words.map((status) => ({ status }))
    findStatuses("withdrawal", { endpoint: "listWithdrawals", records }, findings)
    expect(findings.assumptions().statuses).toEqual({ withdrawal: expected })
  })
})

describe("the code of a refusal", () => {
  const proposed = (...refusals: [code: string, status: number, meaning: ErrorMeaning][]) => {
    const findings = new Findings()
    for (const [code, status, meaning] of refusals) noteCode({ code, status }, meaning, findings)
    return findings.assumptions().errors?.categories
  }

  it("means what was provoked, under the status of that", () => {
    expect(proposed(["no_funds", 422, "insufficient_balance"])).toEqual({ no_funds: "insufficient_balance" })
    expect(proposed(["no_funds", 403, "insufficient_balance"])).toBeUndefined()
  })

  it("keeps its first meaning, and is not proposed where it is documented", () => {
    const first = ["bad_amount", 400, "validation"] as const
    expect(proposed([...first], ["bad_amount", 400, "insufficient_balance"])).toEqual({
      bad_amount: "validation",
    })
    expect(proposed(["INSUFFICIENT_BALANCE", 409, "insufficient_balance"])).toBeUndefined()
  })
})
