import type { OnchainPaymentView } from "../../../types/http"
import { STATUS_WORDING } from "../wording"
import { pageOf, sampleView, STATUSES } from "./sample-view"

const hostile = `"><script>alert('x')</script>&`
const MEMO_WARNING = "Do not leave the memo out."

test.each(STATUSES)("the wording of %s is on its page", (status) => {
  const page = pageOf({ status })
  const { title, text } = STATUS_WORDING[status]
  expect(page).toContain(`<title>${title}</title>`)
  expect(page).toContain(title)
  expect(page).toContain(text)
})

test("every status has its own text, and the sample lists them all", () => {
  expect(Object.keys(STATUS_WORDING).sort()).toEqual([...STATUSES].sort())
  expect(new Set(STATUSES.map((status) => STATUS_WORDING[status].title)).size).toBe(STATUSES.length)
})

test.each(STATUSES)("on the page of %s no text from outside becomes markup", (status) => {
  const texts: Partial<Record<Exclude<keyof OnchainPaymentView, "kind">, string>> = {}
  for (const [field, value] of Object.entries(
    sampleView({ memo: "1", tx_hash: "0x", canonical_asset_id: "x" })
  )) {
    if (field !== "kind" && (typeof value === "string" || value === null))
      texts[field as keyof typeof texts] = hostile
  }
  const page = pageOf({
    ...texts,
    status,
    environment: "sandbox",
    confirmations: 1,
    confirmations_required: 3,
  })
  expect(page).not.toContain("<script>alert")
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toContain(hostile)
})

test.each(STATUSES)(
  "the page of %s has one style and one script, both with the nonce, and no inline handler",
  (status) => {
    const page = pageOf({ status, memo: "1" })
    expect(page.match(/<style nonce="n0nce">/g)).toHaveLength(1)
    expect(page.match(/<script nonce="n0nce">/g)).toHaveLength(1)
    expect(page.match(/<(?:style|script)/g)).toHaveLength(2)
    expect(page).not.toMatch(/\s(?:style|on[a-z]+)=/)
  }
)

test.each(STATUSES.filter((status) => status !== "awaiting_payment" && status !== "partially_paid"))(
  "the page of %s shows neither address nor memo nor QR code, even if it were given them",
  (status) => {
    const page = pageOf({ status, deposit_address: "0xdeposit", memo: "424242" })
    for (const hidden of ["0xdeposit", "424242", MEMO_WARNING, "<svg"]) expect(page).not.toContain(hidden)
  }
)

test("a payable page has the amount, the network, the address and its QR code, each to be copied", () => {
  const page = pageOf()
  expect(page).toContain("12.5 USDC")
  expect(page).toContain("Only USDC on Base.")
  expect(page).toContain("<svg")
  expect(page).toContain('data-copy="0xdeposit"')
  expect(page).toContain('data-copy="12.5"')
})

test("the memo and its warning are shown exactly when there is one", () => {
  const page = pageOf({ memo: "18446744073709551615" })
  expect(page).toContain(MEMO_WARNING)
  expect(page).toContain('data-copy="18446744073709551615"')
  expect(page).toContain("Memo (required)")
  expect(pageOf({ memo: "0" })).toContain(MEMO_WARNING)
  expect(pageOf({ memo: null })).not.toMatch(/memo/i)
})

test("on Stellar the exact asset is named", () => {
  expect(pageOf({ canonical_asset_id: "stellar:USDC:GISSUER" })).toContain("stellar:USDC:GISSUER")
})

test("a partial payment requests the rest and not the whole", () => {
  const page = pageOf({ status: "partially_paid", received_amount: "2.5", remaining_amount: "10" })
  expect(page).toContain('data-copy="10"')
  expect(page).toContain("2.5 USDC")
  expect(page).not.toContain('data-copy="12.5"')
})

test.each([
  [{ confirmations: 3, confirmations_required: 12 }, "3 of 12"],
  [{ confirmations: null, confirmations_required: 12 }, "0 of 12"],
  [{ confirmations: 15, confirmations_required: 12 }, "12 of 12"],
])("progress %j is shown as %s", (progress, expected) => {
  expect(pageOf({ status: "confirming", ...progress })).toContain(expected)
})

test("without a known number of confirmations no progress is made up", () => {
  expect(pageOf({ status: "confirming", confirmations: 3 })).not.toContain("<progress")
})

test("the sandbox is named on every page, and live never", () => {
  for (const status of STATUSES) {
    expect(pageOf({ status, environment: "sandbox" })).toContain("no real money")
    expect(pageOf({ status })).not.toMatch(/sandbox/i)
  }
})

test.each(STATUSES)(
  "without script the page of %s refreshes itself only while something can still change",
  (status) => {
    const isOver = ["paid", "failed", "cancelled", "needs_review"].includes(status)
    expect(pageOf({ status }).includes('http-equiv="refresh"')).toBe(!isOver)
    expect(pageOf({ status }).includes('data-final="true"')).toBe(isOver)
  }
)

test("a page on a reusable address says so, and has no countdown", () => {
  const page = pageOf({ kind: "auto_deposit" })
  expect(page).toContain("This address is yours on Base and stays the same.")
  expect(page).not.toContain("data-expires=")
  expect(pageOf()).not.toContain("stays the same")
  expect(pageOf({ kind: "auto_deposit", memo: "42" })).not.toContain("stays the same")
})

test("only a page whose address could not be confirmed tries again by itself after a while", () => {
  for (const status of STATUSES)
    expect(/data-retry="[0-9]+"/.test(pageOf({ status }))).toBe(status === "address_unavailable")
})
