import {
  isOldObservation,
  type KnownLeg,
  legPhase,
  legPhaseOf,
  matchLeg,
  nextPosition,
  type ShownLeg,
} from "../payout-leg"

const A = "0x52908400098527886E0F7030069857D2E4169EE7"
const B = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const SPLIT = { chain: "evm", expected_amount: "100" }

const leg = (position: number, change: Partial<KnownLeg> = {}): KnownLeg => ({
  ...{ id: `ocleg_${position}`, position, share_bps: 5_000, destination_address: A },
  ...{ gateway_withdrawal_id: null, gateway_status: null, tx_hash: null },
  ...change,
})
const shown = (change: Partial<ShownLeg> = {}): ShownLeg => ({
  ...{ withdrawalId: "wd_1", status: "queued", statusWord: null, destinationAddress: A },
  ...{ amount: "49.5", fee: "0.05", txHash: null, failureReason: null },
  ...change,
})
/** What the service shows without an address. */
const UNADDRESSED = { destinationAddress: null }
const NAMELESS = { withdrawalId: null }
const ONE = [leg(0, { share_bps: 7_000 })]
const SHARES = [leg(0, { share_bps: 7_000 }), leg(1, { share_bps: 3_000 })]
const matched = (legs: readonly KnownLeg[], change: Partial<ShownLeg> = {}, split = SPLIT) =>
  matchLeg(legs, shown(change), split)?.position

test.each<[string, readonly KnownLeg[], Partial<ShownLeg>, number | undefined]>([
  ["by its withdrawal, whatever its address", [leg(0), leg(1, { gateway_withdrawal_id: "wd_1" })], {}, 1],
  ["by its address", [leg(0, { destination_address: B }), leg(1)], {}, 1],
  ["by its address in other letters", [leg(0)], { destinationAddress: A.toLowerCase() }, 0],
  [
    "by the transaction that paid it",
    [leg(0), leg(1, { gateway_status: "completed", tx_hash: "0x1" })],
    { txHash: "0x1" },
    1,
  ],
  [
    "by the closest share of one address",
    [leg(0, { share_bps: 3_000 }), leg(1, { share_bps: 7_000 })],
    { amount: "69.3" },
    1,
  ],
  [
    "the smaller share of one address",
    [leg(0, { share_bps: 3_000 }), leg(1, { share_bps: 7_000 })],
    { amount: "29.7" },
    0,
  ],
  ["the first of equal shares of one address", [leg(1), leg(0)], {}, 0],
  [
    "the other of equal shares, once the first is shown",
    [leg(0, { gateway_withdrawal_id: "wd_9", gateway_status: "queued" }), leg(1)],
    {},
    1,
  ],
  [
    "without an amount, the first of one address",
    [leg(0, { share_bps: 3_000 }), leg(1, { share_bps: 7_000 })],
    { amount: null },
    0,
  ],
  ["by its address, without a withdrawal", [leg(0, { destination_address: B }), leg(1)], NAMELESS, 1],
  ["no recipient: of another address", [leg(0)], { destinationAddress: B }, undefined],
  [
    "no recipient: of an address, where ours has none",
    [leg(0, { destination_address: null })],
    {},
    undefined,
  ],
  [
    "no recipient: its transaction is that of another withdrawal",
    [leg(0, { gateway_withdrawal_id: "wd_9", gateway_status: "completed", tx_hash: "0x1" })],
    { txHash: "0x1" },
    undefined,
  ],
  ["no recipient: what is left is shown", [leg(0, { gateway_status: "queued" })], {}, undefined],
  ["without an address, by a tenth less than its share", ONE, { ...UNADDRESSED, amount: "63" }, 0],
  ["without an address, by a tenth more", ONE, { ...UNADDRESSED, amount: "77" }, 0],
  ["in more digits than a token has", ONE, { ...UNADDRESSED, amount: `70.${"0".repeat(31)}` }, 0],
  ["no recipient: by less than that", ONE, { ...UNADDRESSED, amount: "62.999999" }, undefined],
  ["no recipient: by more than that", ONE, { ...UNADDRESSED, amount: "77.00000001" }, undefined],
  [
    "no recipient: without an address, of a leg without a share",
    [leg(0, { share_bps: null })],
    { ...UNADDRESSED, amount: "0.01" },
    undefined,
  ],
  ["without an address, by the only share that fits", SHARES, { ...UNADDRESSED, amount: "29.7" }, 1],
  ["without an address and amount, the only one that is left", [leg(0)], { ...UNADDRESSED, amount: null }, 0],
  ["no recipient: without an address, two shares fit", [leg(0), leg(1)], UNADDRESSED, undefined],
  ["no recipient: without an address, no share fits", SHARES, { ...UNADDRESSED, amount: "50" }, undefined],
  [
    "no recipient: without an address and amount, several are left",
    SHARES,
    { ...UNADDRESSED, amount: null },
    undefined,
  ],
  [
    "no recipient: all are shown",
    [leg(0, { gateway_withdrawal_id: "wd_9", gateway_status: "queued" })],
    {},
    undefined,
  ],
  ["no recipient: the split is that of a route", [], {}, undefined],
])("a leg is matched %s", (_, legs, change, position) => {
  expect(matched(legs, change)).toBe(position)
})

test("on other chains the letters of an address count", () => {
  const base58 = "4Nd1mYvZ5Y8P1tq9oFhZ8U9aX5V3h7tq7Gh9oJc2bXyZ"
  const legs = [leg(0, { destination_address: base58 })]
  const sol = { chain: "sol", expected_amount: "100" }
  expect(matched(legs, { destinationAddress: base58 }, sol)).toBe(0)
  expect(matched(legs, { destinationAddress: base58.toLowerCase() }, sol)).toBeUndefined()
})

test("a leg of a route takes the next free position", () => {
  expect(nextPosition([])).toBe(0)
  expect(nextPosition([leg(2), leg(0)])).toBe(3)
})

test.each([
  [null, "planned"],
  ["queued", "pending"],
  ["gas_blocked", "pending"],
  ["completed", "done"],
  ["destination_rejected", "failed"],
  ["weighed", "unknown"],
])("the status %s is %s", (status, phase) => {
  expect(legPhase(status)).toBe(phase)
})

test.each([
  ["paid in full", null, "paid", "100", "planned"],
  ["paid too much", null, "overpaid", "101", "planned"],
  ["paid, and no amount is known", null, "paid", null, "planned"],
  ["paid in part so far", null, "confirming", "99", "planned"],
  ["paid less within the tolerance", null, "paid", "99.999999", "not_split"],
  ["paid less, and split all the same", "queued", "paid", "99", "pending"],
])("a leg of an invoice that is %s has its phase", (_, status, gateway_status, received_amount, phase) => {
  expect(legPhaseOf(status, { gateway_status, received_amount, expected_amount: "100.0" })).toBe(phase)
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

test.each([
  ["a reading from before the stored one", "completed", "queued", at(1), true],
  ["a reading at the same time", "queued", "processing", at(2), false],
  ["a later reading, also one that goes back", "completed", "queued", at(3), false],
  ["an event about one under way", "processing", "queued", null, false],
  ["an event that reports a payment after a failure", "failed", "completed", null, false],
  ["an event that takes back what was paid", "completed", "failed", null, true],
  ["a later reading that takes back what was paid", "completed", "failed", at(3), false],
  ["an event that repeats the end", "completed", "completed", null, true],
  ["an event from before the end", "completed", "processing", null, true],
  ["an event with an unknown word after the end", "failed", "weighed", null, true],
])("%s is old: %s then %s", (_, known, status, askedAt, isOld) => {
  expect(isOldObservation({ gateway_status: known, checked_at: at(2) }, { status }, askedAt)).toBe(isOld)
})

test("nothing is old for a leg that was never shown", () => {
  const planned = { gateway_status: null, checked_at: null }
  expect(isOldObservation(planned, { status: "queued" }, null)).toBe(false)
  expect(isOldObservation(planned, { status: "queued" }, at(1))).toBe(false)
})
