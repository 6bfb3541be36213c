import { Signature, TypedDataEncoder, Wallet } from "ethers"
import { signatureForContract, typedDataDigest } from "../../typed-data"
import {
  type AskedTransfer,
  AUTHORIZATION_STATES,
  findTransferProblem,
  isLive,
  isSignableRail,
  isToBeSent,
  requirementOf,
  type TransferAuthorization,
  transferKindOn,
  transferTypedData,
  validityOf,
} from "../transfer-authorization"

const NOW = Date.parse("2026-11-28T12:00:00Z")
const UNTIL = new Date(NOW + 600_000)
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const PAYEE = "0x52908400098527886E0F7030069857D2E4169EE7"
const wallet = new Wallet(`0x${"11".repeat(32)}`)

const asked: AskedTransfer = {
  ...{
    network_id: "base-mainnet",
    decimals: 6,
    contract_address: USDC.toLowerCase(),
    canonical_asset_id: null,
  },
  ...{ expected_amount: "17.5", deposit_address: PAYEE.toLowerCase(), memo: null },
}
const requirement = requirementOf(asked)
if (!requirement) throw new Error("the token is known")

const transfer = {
  ...{ from: wallet.address, to: PAYEE, value: "17500000", validAfter: "0", nonce: `0x${"ab".repeat(32)}` },
  validBefore: String(UNTIL.getTime() / 1_000),
}

test("the requirement is in base units, with the token's contract and the name that its signature has", () => {
  expect(requirement).toEqual({
    ...{ scheme: "exact", network: "eip155:8453", asset: USDC, amount: "17500000", payTo: PAYEE },
    extra: { name: "USD Coin", version: "2" },
  })
})

test.each<[string, Partial<AskedTransfer>]>([
  ["another contract than the known one", { contract_address: PAYEE }],
  ["a canonical id of another contract", { canonical_asset_id: `evm:USDC:${PAYEE}` }],
  ["no contract on a test network", { network_id: "base-sepolia", contract_address: null }],
  ["other decimals", { decimals: 18 }],
  ["an unknown network", { network_id: "constructor" }],
  ["a memo", { memo: "7" }],
  ["a text that is no contract on a test network", { network_id: "base-sepolia", contract_address: "0x1" }],
  ["no address yet", { deposit_address: null }],
  ["an address of another chain", { deposit_address: "GABC" }],
])("%s offers nothing", (_, change) => {
  expect(requirementOf({ ...asked, ...change })).toBeNull()
})

test.each<[string, Partial<AskedTransfer>, object]>([
  ["a network of the table, without a contract", { contract_address: null }, { asset: USDC }],
  ["a canonical id", { contract_address: null, canonical_asset_id: `evm:USDC:${USDC}` }, { asset: USDC }],
  [
    "a contract of a test network",
    { network_id: "base-sepolia", contract_address: PAYEE },
    { asset: PAYEE, network: "eip155:84532", extra: { name: "USDC", version: "2" } },
  ],
  [
    "a contract of another one",
    { network_id: "eth-sepolia", contract_address: PAYEE },
    { network: "eip155:11155111", extra: { name: "USDC", version: "2" } },
  ],
])("%s identifies the token", (_, change, part) => {
  expect(requirementOf({ ...asked, ...change })).toMatchObject(part)
})

test.each([
  ["base-mainnet", "live", undefined, true],
  ["base-mainnet", "live", ["base-mainnet"], true],
  ["base-sepolia", "sandbox", undefined, true],
  ["base-mainnet", "sandbox", undefined, false],
  ["base-sepolia", "live", undefined, false],
  ["base-mainnet", "live", ["eth-mainnet"], false],
  ["bnb-mainnet", "live", undefined, false],
] as const)(
  "USDC on %s in %s with networks %j is offered: %p",
  (network_id, environment, networks, expected) => {
    const rail = { chain: "evm", network_id, token: "USDC" }
    expect(isSignableRail(rail, { environment, networks })).toBe(expected)
    for (const change of [{ token: "USDT" }, { chain: "sol" }])
      expect(isSignableRail({ ...rail, ...change }, { environment, networks })).toBe(false)
  }
)

test("the digest is that of another implementation", () => {
  const data = transferTypedData(transfer, requirement)
  const types = { TransferWithAuthorization: [...data.types.TransferWithAuthorization] }
  const digest = `0x${Buffer.from(typedDataDigest(data)).toString("hex")}`
  expect(digest).toBe(TypedDataEncoder.hash(data.domain, types, data.message))
})

test("a signature for exactly this payment is taken, and any other is refused for its reason", async () => {
  const { domain, types, message } = transferTypedData(transfer, requirement)
  const signature = await wallet.signTypedData(
    domain,
    { TransferWithAuthorization: [...types.TransferWithAuthorization] },
    message
  )
  const sent = { accepted: requirement, transfer, signature }
  type Sent = Parameters<typeof findTransferProblem>[0]
  const problem = (change: Partial<Sent>, nowMs = NOW) =>
    findTransferProblem({ ...sent, ...change }, requirement, { nowMs, until: UNTIL })
  expect(problem({})).toBeNull()
  const accepted = (change: Partial<Sent["accepted"]>) => ({ accepted: { ...requirement, ...change } })
  const signed = (change: Partial<Sent["transfer"]>) => ({ transfer: { ...transfer, ...change } })
  const payload = (reason: string) => `invalid_exact_evm_payload_${reason}`
  const table: [Partial<Sent>, string | null][] = [
    [accepted({ asset: USDC.toLowerCase(), payTo: PAYEE.toLowerCase() }), null],
    [accepted({ scheme: "upto" }), "unsupported_scheme"],
    [accepted({ network: "eip155:1" }), "invalid_network"],
    [accepted({ asset: PAYEE }), "invalid_asset"],
    [accepted({ amount: "1" }), payload("authorization_value")],
    [signed({ value: "1" }), payload("authorization_value")],
    [accepted({ payTo: USDC }), payload("recipient_mismatch")],
    [signed({ to: USDC }), payload("recipient_mismatch")],
    [signed({ validAfter: String(NOW / 1_000 + 1) }), payload("authorization_valid_after")],
    [signed({ validBefore: String(UNTIL.getTime() / 1_000 + 1) }), payload("authorization_valid_before")],
    [signed({ validBefore: "9".repeat(78) }), payload("authorization_valid_before")],
    [signed({ validAfter: String(NOW / 1_000) }), payload("signature")],
    [signed({ nonce: `0x${"ac".repeat(32)}` }), payload("signature")],
    [signed({ from: PAYEE }), payload("signature")],
    [{ signature: "0x" }, payload("signature")],
  ]
  for (const [change, expected] of table) expect([change, problem(change)]).toEqual([change, expected])
  expect(problem({}, UNTIL.getTime() - 6_000)).toBeNull()
  expect(problem({}, UNTIL.getTime() - 5_999)).toBe(payload("authorization_valid_before"))
  const { r, s, yParity } = Signature.from(signature)
  const ledger = `${signature.slice(0, -2)}0${yParity}`
  expect(problem({ signature: ledger })).toBeNull()
  expect(signatureForContract(ledger)).toBe(signature)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const mirrored = `${r}${(order - BigInt(s)).toString(16).padStart(64, "0")}${yParity ? "1b" : "1c"}`
  expect(problem({ signature: mirrored })).toBe(payload("signature"))
})

test("a signature ends with the quote, and nothing is offered shortly before", () => {
  expect(validityOf({ expires_at: UNTIL }, NOW)).toEqual({ until: UNTIL, seconds: 580 })
  expect(validityOf({ expires_at: UNTIL }, UNTIL.getTime() - 46_000)).toEqual({ until: UNTIL, seconds: 26 })
  // What was signed in its time is still taken then.
  const late = { until: UNTIL, seconds: null }
  expect(validityOf({ expires_at: UNTIL }, UNTIL.getTime() - 45_999)).toEqual(late)
  const endless = validityOf({ expires_at: null }, NOW)
  expect(endless).toMatchObject({ seconds: 1_180 })
  expect(validityOf({ expires_at: null }, NOW + 599_000)?.until).toEqual(endless?.until)
})

test("what was signed stays in force until it ends, also when it was declined", () => {
  const authorization = (state: TransferAuthorization["state"]): TransferAuthorization => ({
    ...{ state, nonce: transfer.nonce, payer: null, signature: null, tx_hash: null, reason: null },
    ...{ valid_after: "0", valid_before: transfer.validBefore },
  })
  const live = AUTHORIZATION_STATES.filter((state) => isLive(authorization(state), NOW))
  expect(live).toEqual(["signed", "unknown", "settled", "declined"])
  // A transaction of the last moment is seen later.
  expect(isLive(authorization("unknown"), UNTIL.getTime() + 119_000)).toBe(true)
  expect(isLive(authorization("unknown"), UNTIL.getTime() + 120_000)).toBe(false)
})

test("a facilitator is asked for the network and the domain of a token before an attempt opens on it", () => {
  const { scheme, network, extra } = requirement
  expect(transferKindOn("base-mainnet")).toEqual({ scheme, network, extra })
  expect([transferKindOn("bnb-mainnet"), transferKindOn("constructor")]).toEqual([null, null])
})

test.each([
  ["signed just now", "signed", true, null, true],
  ["signed just now, by a payer who named a transaction before", "signed", true, "0x1", true],
  ["signed, and never sent", "signed", false, null, true],
  ["signed and never sent, and its payer has named a transaction since", "signed", false, "0x1", false],
  ["unclear", "unknown", false, null, true],
  ["unclear, with a transaction", "unknown", false, "0x1", false],
  ["declined", "declined", false, null, true],
  ["declined, with a transaction", "declined", false, "0x1", false],
  ["sent by another request meanwhile, with a transaction", "unknown", true, "0x1", false],
] as const)("a transfer that is %s", (_, state, isFirst, claimed_tx_hash, isSent) => {
  const stored = { state, attempt_id: "ocatt_1" }
  expect(isToBeSent(stored, { attempt_id: "ocatt_1", claimed_tx_hash }, { isFirst })).toBe(isSent)
  for (const asked of [null, { attempt_id: "ocatt_2", claimed_tx_hash }])
    expect(isToBeSent(stored, asked, { isFirst })).toBe(false)
})
