import { formatAmount, parseAmount } from "../../src/gateway/amount"

const RAILS = [
  {
    rail: { chain: "evm", networkId: "base-mainnet", token: "USDC" },
    canonical: null,
    decimals: 6,
    to: "0x52908400098527886E0F7030069857D2E4169EE7",
    other: "0xde709f2102306220921060314715629080e2fb77",
  },
  {
    rail: { chain: "sol", networkId: "sol-mainnet", token: "USDC" },
    canonical: null,
    decimals: 6,
    to: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
    other: "7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj",
  },
  {
    rail: { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" },
    canonical: "stellar:XLM:native",
    decimals: 7,
    to: "GBUQWP3BOUZX34TOND2QV7QQ7K7VJTG6VSE7WMLBTMDJLLAW7YKGU6EP",
    other: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
  },
] as const

/** Value of a token in the store's currency. */
const PRICE_TENTHS = 25n
const MOST_DECIMALS = 7

export const railAt = (index: number) => RAILS[index] ?? RAILS[0]
export const toUnits = (index: number, text: string) => parseAmount(text, railAt(index).decimals)
export const toText = (index: number, baseUnits: bigint) => formatAmount(baseUnits, railAt(index).decimals)
export const oneUnit = (index: number) => 10n ** BigInt(railAt(index).decimals)

/** Sale value of an amount of tokens, in major units. */
export const worthOf = (tokens: string) =>
  formatAmount(parseAmount(tokens, MOST_DECIMALS) * PRICE_TENTHS, MOST_DECIMALS + 1)
