import { WITHDRAWAL_STATE_WORDING, WITHDRAWAL_WAIT_WORDING } from "../state-words"
import { english, texts } from "../../__tests__/english"
import { describeOutcome, isBeforeSending, isDone, describeStanding } from "../describe"
import { feeAndNet, timeLeft, reportedAmount, withdrawalAmount } from "../amounts"
import { quote, withdrawal } from "./withdrawal"

describe("how a withdrawal stands", () => {
  it.each(Object.entries(WITHDRAWAL_STATE_WORDING))("%s", (_state, { name, sentence }) => {
    expect(name.length).toBeLessThan(25)
    expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(sentence).not.toMatch(/idempot|lease|null|webhook|client reference/i)
  })

  it.each(Object.entries(WITHDRAWAL_WAIT_WORDING))(
    "waiting for %s, it says who does something",
    (_wait, words) => {
      expect(words).toMatch(/^[A-Z].+\.$/)
      expect(words).toMatch(/automatically|A user|Another user|Request a|followed until|Another payout/)
    }
  )

  const calm = { resolution: null, history: [], network_name: "Base" }
  it("is one sentence: what it waits for, unless the state says it already", () => {
    expect(describeStanding({ ...calm, state: "sent", waits_for: "gas" }, english)).toContain("gas on Base")
    expect(describeStanding({ ...calm, state: "unknown", waits_for: "person" }, english)).toBe(
      WITHDRAWAL_STATE_WORDING.unknown.sentence
    )
    expect(describeStanding({ ...calm, state: "completed", waits_for: null }, english)).toBe(
      WITHDRAWAL_STATE_WORDING.completed.sentence
    )
  })
})

describe("one that an operator ended as not sent", () => {
  it("does not claim that nothing was sent", () => {
    const resolution = { by: "ada@example.com", note: "Not in the list.", at: "2026-01-01T00:00:00Z" }
    const ended = {
      state: "refused" as const,
      waits_for: null,
      resolution,
      history: [],
      network_name: "Base",
    }
    const sentence = describeStanding(ended, english)
    expect(sentence).toContain("A user closed it as not sent.")
    expect(sentence).toContain("it is still paid")
    expect(sentence).not.toContain("Nothing was sent")
  })

  it("one that a user ended as not paid does not claim that the provider failed", () => {
    const history = [{ at: "2026-01-01T00:00:00Z", action: "withdrawal.ended_not_paid", by: "usr_1" }]
    const failed = {
      state: "failed" as const,
      waits_for: null,
      resolution: null,
      history,
      network_name: "Base",
    }
    expect(describeStanding(failed, english)).toContain("A user closed it as not paid")
    expect(describeStanding({ ...failed, history: [] }, english)).toContain("The provider could not")
  })
})

describe("the figures", () => {
  it("are those of the service once it has the withdrawal, and of the quote before", () => {
    expect(feeAndNet(withdrawal)).toEqual({ fee: "0.05", net: "119.95" })
    expect(feeAndNet({ ...withdrawal, fee: "0.06", net_amount: "119.94" })).toEqual({
      fee: "0.06",
      net: "119.94",
    })
    expect(feeAndNet({ fee: null, net_amount: null, quote: null })).toEqual({ fee: null, net: null })
  })

  it("say when the service reported no time", () => {
    expect(reportedAmount(null, "XLM", texts)).toBe("Not reported by the provider")
    expect(reportedAmount("1234.50", "XLM", texts)).toBe("1,234.5 XLM")
    expect(withdrawalAmount(withdrawal, "en")).toBe("120 XLM")
  })

  it.each([
    ["2026-01-01T00:04:59Z", { minutes: 0, seconds: 1 }],
    ["2026-01-01T00:01:30Z", { minutes: 3, seconds: 30 }],
    ["2026-01-01T00:05:00Z", null],
    ["2026-01-01T01:00:00Z", null],
  ])("at %s the quote is good for %o", (now, left) => {
    expect(timeLeft(quote.expires_at, Date.parse(now))).toEqual(left)
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

  it("another quote that is good is", () => {
    const now = { ...withdrawal, quote: { ...quote, id: "quote_2" } }
    expect(isDone("quote", expired, now)).toBe(true)
    expect(describeOutcome("quote", expired, now, texts)).toContain("New quote received.")
  })

  it("a quote that the service refused is described by its outcome", () => {
    const now = { ...withdrawal, state: "refused" as const, quote: null }
    expect(describeOutcome("quote", expired, now, texts)).toBe(WITHDRAWAL_STATE_WORDING.refused.sentence)
  })

  it("a confirmation for approval says that it waits", () => {
    const now = { ...withdrawal, state: "awaiting_approval" as const }
    expect(describeOutcome("confirm", withdrawal, now, texts)).toContain("Waiting for another user")
  })

  it.each(["sending", "refused", "requested", "failed", "unknown"] as const)(
    "money that is %s after an approval is not announced as sent",
    (state) => {
      const now = { ...withdrawal, state }
      expect(isDone("approve", withdrawal, now)).toBe(false)
      expect(describeOutcome("approve", withdrawal, now, texts)).toBe(
        WITHDRAWAL_STATE_WORDING[state].sentence
      )
    }
  )

  it("money that the service has is announced, and so is what needs no answer", () => {
    const sent = { ...withdrawal, state: "sent" as const }
    expect(isDone("approve", withdrawal, sent)).toBe(true)
    expect(describeOutcome("approve", withdrawal, sent, texts)).toBe("120 XLM is on its way.")
    expect(describeOutcome("check", withdrawal, { ...withdrawal, state: "failed" }, texts)).toBe("Checked.")
  })
})

it("a similar payout gets a warning only before money is sent", () => {
  expect(isBeforeSending({ state: "awaiting_approval" })).toBe(true)
  expect(isBeforeSending({ state: "sending" })).toBe(false)
})
