import { english, texts } from "../../__tests__/english"
import { withdrawalState } from "../../i18n/en.json"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { actionLabel, describeOutcome, isDone, describeStanding } from "../describe"
import { describeQuoteChange } from "../withdrawal-decision"
import { quote, withdrawal } from "./withdrawal"

const UNKNOWN = withdrawalState.unknown.sentence

describe("how a withdrawal stands", () => {
  const calm = { resolution: null, history: [], network_name: "Base", choices: withdrawal.choices }
  const person = { by: "ada@example.com", note: "Not in the list.", at: "2026-01-01T00:00:00Z" }
  const unpaid = [{ at: "2026-01-01T00:00:00Z", action: "withdrawal.ended_not_paid", by: "usr_1" }]

  it.each([
    ["what it waits for", { state: "sent", waits_for: "gas" }, "gas on Base"],
    ["what the state says already", { state: "unknown", waits_for: "person" }, UNKNOWN],
    ["that a user closed it as not sent", { state: "refused", resolution: person }, "closed it as not sent."],
    ["that a user closed it as not paid", { state: "failed", history: unpaid }, "closed it as not paid"],
    ["that it failed at the provider", { state: "failed" }, "The provider could not"],
  ] as const)("is one sentence: %s", (_, change, words) => {
    expect(describeStanding({ ...calm, waits_for: null, ...change }, english)).toContain(words)
  })
})

describe("a withdrawal that waits for an approval", () => {
  const against = (code: string) => ({ is_possible: false, reason: "No.", details: [{ code, params: {} }] })
  const standing = (approve: OnchainWithdrawalDetail["choices"]["approve"]) => {
    const choices = { ...withdrawal.choices, approve }
    const waiting = { ...withdrawal, state: "awaiting_approval", waits_for: "approval", choices } as const
    return [describeStanding(waiting, english), actionLabel("quote", waiting, true, english)]
  }

  it.each([
    ["may approve it", { is_possible: true, reason: null }],
    ["may approve it once the quote is renewed", against("payout.expired")],
  ])("says to who %s that it waits for that approval, and renews and approves in one step", (_, approve) => {
    expect(standing(approve)).toEqual([
      "Waiting for your approval. Nothing has been sent.",
      "Renew the quote and approve",
    ])
  })

  it("says to everyone else that it waits for another user", () => {
    const words = ["Another user must approve it. Nothing has been sent.", "Request a new quote"]
    expect(standing(against("payout.self_approval"))).toEqual(words)
  })

  it("names the difference that a renewed quote makes, and nothing without one", () => {
    const [before, now] = [{ net_amount: "119.92" }, { net_amount: "119.89" }]
    const words = "The quote was renewed: 119.89 USDC arrives, 119.92 USDC before."
    expect(describeQuoteChange(before, now, "USDC", texts)).toBe(words)
    expect(describeQuoteChange(before, before, "USDC", texts)).toBeNull()
  })
})

describe("what an action has come to", () => {
  it("a quote that did not come is not announced as one", () => {
    const before = { state: "requested" as const, quote: null }
    const now = { ...withdrawal, ...before }
    expect(isDone("quote", before, now)).toBe(false)
    expect(describeOutcome("quote", before, now, texts)).toContain("not answered")
  })

  const expired = { ...withdrawal, quote: { ...quote, is_expired: true } }
  it.each([
    ["the one that has expired", expired],
    ["the same one", { ...withdrawal, state: "awaiting_approval" as const }],
    ["another one that has expired too", { ...expired, quote: { ...expired.quote, id: "quote_2" } }],
  ])("%s is not announced as the new quote", (_what, now) => {
    expect(isDone("quote", expired, now)).toBe(false)
    expect(describeOutcome("quote", expired, now, texts)).toContain("not answered")
  })

  it.each(["sending", "refused", "requested", "failed", "unknown"] as const)(
    "money that is %s after an approval is not announced as sent",
    (state) => {
      const now = { ...withdrawal, state }
      expect(isDone("approve", withdrawal, now)).toBe(false)
      expect(describeOutcome("approve", withdrawal, now, texts)).toBe(withdrawalState[state].sentence)
    }
  )

  it("money that the service has is announced, and so is what needs no answer", () => {
    const sent = { ...withdrawal, state: "sent" as const }
    expect(isDone("approve", withdrawal, sent)).toBe(true)
    expect(describeOutcome("approve", withdrawal, sent, texts)).toBe("120 XLM is on its way.")
    expect(describeOutcome("check", withdrawal, { ...withdrawal, state: "failed" }, texts)).toBe("Checked.")
  })
})
