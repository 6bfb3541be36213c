import { parse } from "eth-url-parser"
import fc from "fast-check"
import type { OnchainPaymentView } from "../../../types/http"
import { paymentTargets } from "../payment-uri"
import { amounts } from "./amounts"
import * as sample from "./sample-payment"

const qrOf = (payment: OnchainPaymentView) => paymentTargets(payment)?.qr

describe("EVM, read by eth-url-parser", () => {
  test("the QR code of the native coin holds its URI, exact to the last unit", () => {
    fc.assert(
      fc.property(amounts(fc.constant(18)), ({ text, baseUnits }) => {
        const qr = qrOf(sample.ether({ remaining_amount: text }))
        const uri = parse(qr?.text ?? "")
        expect(qr?.kind).toBe("uri")
        expect(uri).toMatchObject({ target_address: sample.EVM_PAYEE, chain_id: "8453" })
        expect(toInteger(uri.parameters?.value)).toBe(baseUnits)
      })
    )
  })

  test("the QR code of a token holds the address, and the button holds the URI", () => {
    const decimals = fc.constant(6)
    fc.assert(
      fc.property(amounts(decimals), ({ text, baseUnits }) => {
        const targets = paymentTargets(sample.erc20({ remaining_amount: text }))
        expect(targets?.qr).toEqual({ text: sample.EVM_PAYEE, kind: "address" })
        const uri = parse(targets?.walletUri ?? "")
        expect(uri).toMatchObject({
          target_address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
          chain_id: "8453",
          function_name: "transfer",
        })
        expect(uri.parameters?.address).toBe(sample.EVM_PAYEE)
        expect(toInteger(uri.parameters?.uint256)).toBe(baseUnits)
      })
    )
  })
})

describe("Solana Pay, read as the specification says", () => {
  test("the QR code of a token holds the address; the button names recipient, amount and mint, and no reference", () => {
    fc.assert(
      fc.property(amounts(fc.constant(6)), ({ text, baseUnits }) => {
        const targets = paymentTargets(sample.splToken({ remaining_amount: text }))
        expect(targets?.qr).toEqual({ text: sample.SOLANA_PAYEE, kind: "address" })
        const { recipient, query } = readSolanaPay(targets?.walletUri ?? "")
        expect(recipient).toBe(sample.SOLANA_PAYEE)
        expect(Object.keys(query)).toEqual(["amount", "spl-token"])
        expect(query["spl-token"]).toBe("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v")
        expect(toUnits(query.amount, 6)).toBe(baseUnits)
      })
    )
  })

  test("SOL needs no mint", () => {
    const { query } = readSolanaPay(qrOf(sample.sol({ remaining_amount: "0.000000001" }))?.text)
    expect(query).toEqual({ amount: "0.000000001" })
  })

  test("the mint comes from the canonical id when the contract is missing", () => {
    const { query } = readSolanaPay(
      paymentTargets(sample.splToken({ contract_address: null }))?.walletUri ?? ""
    )
    expect(query["spl-token"]).toBe("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v")
  })
})

describe("SEP-7", () => {
  const memos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)

  test("an issued asset names account, amount, code, issuer and memo id", () => {
    fc.assert(
      fc.property(amounts(fc.constant(7)), memos, ({ text, baseUnits }, memo) => {
        const uri = new URL(qrOf(sample.stellarToken({ remaining_amount: text, memo }))?.text ?? "")
        const { amount, ...query } = Object.fromEntries(uri.searchParams)
        expect(uri.protocol + uri.pathname).toBe("web+stellar:pay")
        expect(query).toEqual({
          destination: sample.STELLAR_PAYEE,
          asset_code: "USDC",
          asset_issuer: "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
          memo,
          memo_type: "MEMO_ID",
        })
        expect(toUnits(amount, 7)).toBe(baseUnits)
      })
    )
  })

  test("XLM needs no asset, and a single-payment account no memo", () => {
    const uri = new URL(qrOf(sample.lumen({ memo: null }))?.text ?? "")
    expect(Object.fromEntries(uri.searchParams)).toEqual({ destination: sample.STELLAR_PAYEE, amount: "17" })
  })

  test("the asset code comes from the canonical id, because the symbol is only a label", () => {
    const uri = new URL(qrOf(sample.stellarToken({ token: "USD Coin" }))?.text ?? "")
    expect(uri.searchParams.get("asset_code")).toBe("USDC")
  })
})

describe("only the address is given", () => {
  const otherKey = "So11111111111111111111111111111111111111112"
  test.each<[string, OnchainPaymentView]>([
    ["on an unknown EVM network", sample.ether({ network_id: "nova-evm" })],
    ["on a network named like a property of objects", sample.ether({ network_id: "constructor" })],
    ["on an unknown chain", sample.erc20({ chain: "nova", network_id: "nova-mainnet" })],
    ["where catalog and map name different contracts", sample.erc20({ contract_address: sample.EVM_PAYEE })],
    ["where catalog and map name different decimals", sample.erc20({ decimals: 18 })],
    ["for a token without contract", sample.erc20({ token: "EURC", contract_address: null })],
    ["for a token without decimals", sample.erc20({ token: "EURC", decimals: null })],
    ["for a coin with a contract", sample.ether({ contract_address: sample.EVM_PAYEE })],
    ["for a coin with strange decimals", sample.ether({ decimals: 8 })],
    ["for an address of another kind", sample.ether({ deposit_address: "0xdeposit" })],
    ["where a memo would be lost", sample.ether({ memo: "7" })],
    ["where a memo would be lost on Solana", sample.sol({ memo: "7" })],
    ["where mint and contract differ", sample.splToken({ contract_address: otherKey })],
    ["for a mint without decimals", sample.splToken({ decimals: null })],
    ["for a canonical id of another chain", sample.splToken({ canonical_asset_id: "stellar:XLM:native" })],
    [
      "for an unreadable mint",
      sample.splToken({ canonical_asset_id: "sol:USDC:0OIl", contract_address: null }),
    ],
    ["on an unknown Stellar network", sample.lumen({ network_id: "stellar-testnet" })],
    ["for a Stellar symbol without canonical id", sample.stellarToken({ canonical_asset_id: null })],
    ["for a memo that is no id", sample.lumen({ memo: "order-7" })],
    ["for a memo beyond 64 bits", sample.lumen({ memo: "18446744073709551616" })],
    ["for an amount finer than the token", sample.ether({ remaining_amount: "0.0000000000000000001" })],
  ])("%s", (_, payment) => {
    const address = payment.deposit_address
    expect(paymentTargets(payment)).toEqual({
      qr: { text: address, kind: "address" },
      plain: address,
      walletUri: null,
    })
  })
})

test("a partly paid payment asks for the remaining amount", () => {
  const payment = sample.sol({ status: "partially_paid", amount: "17", remaining_amount: "8.5" })
  expect(readSolanaPay(qrOf(payment)?.text).query.amount).toBe("8.5")
})

test.each(["choose", "preparing", "confirming", "paid", "expired", "address_unavailable"] as const)(
  "nothing is payable while the status is %s",
  (status) => {
    expect(paymentTargets(sample.sol({ status }))).toBeNull()
  }
)

test("nothing is payable without an address", () => {
  expect(paymentTargets(sample.sol({ deposit_address: null }))).toBeNull()
})

/** The parser answers large integers as an exact mantissa with an exponent. */
function toInteger(text = ""): bigint {
  const [, whole = "", fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(text) ?? []
  return BigInt(whole + fraction.padEnd(Number(exponent), "0"))
}

function toUnits(text = "", decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".")
  return BigInt(whole + fraction.padEnd(decimals, "0"))
}

/** @see docs.solanapay.com/spec "Transfer Request" */
function readSolanaPay(text = "") {
  const uri = new URL(text)
  expect(uri.protocol).toBe("solana:")
  const query = Object.fromEntries(uri.searchParams)
  expect(query.amount).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/)
  return { recipient: uri.pathname, query }
}
