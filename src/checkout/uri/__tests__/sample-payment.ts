import type { OnchainPaymentView } from "../../../types/http"
import { samplePayment } from "../../../types/http/__tests__/sample-checkout"

export const EVM_PAYEE = "0x52908400098527886E0F7030069857D2E4169EE7"
export const SOLANA_PAYEE = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"
export const STELLAR_PAYEE = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

const PAYMENT = samplePayment({ deposit_address: EVM_PAYEE, expires_at: null, can_choose: false })

type Change = Partial<OnchainPaymentView>

const NATIVE: Change = { contract_address: null, canonical_asset_id: null }

/** 17 USDC on Base, with its real contract. */
export const erc20 = (change: Change = {}): OnchainPaymentView => ({ ...PAYMENT, ...change })

/** 17 ETH on Base. */
export const ether = (change: Change = {}): OnchainPaymentView =>
  erc20({ ...NATIVE, token: "ETH", decimals: 18, ...change })

/** 17 USDC on Solana. */
export const splToken = (change: Change = {}): OnchainPaymentView =>
  erc20({
    chain: "sol",
    network_id: "sol-mainnet",
    network_name: "Solana",
    canonical_asset_id: "sol:USDC:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v",
    contract_address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v",
    deposit_address: SOLANA_PAYEE,
    ...change,
  })

/** 17 SOL. */
export const sol = (change: Change = {}): OnchainPaymentView =>
  splToken({ ...NATIVE, token: "SOL", decimals: 9, ...change })

const USDC_ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"

/** 17 USDC on Stellar, with a memo above 2^53. */
export const stellarToken = (change: Change = {}): OnchainPaymentView =>
  erc20({
    chain: "stellar",
    network_id: "stellar-mainnet",
    network_name: "Stellar",
    decimals: 7,
    canonical_asset_id: `stellar:USDC:${USDC_ISSUER}`,
    contract_address: USDC_ISSUER,
    deposit_address: STELLAR_PAYEE,
    memo: "9007199254740993",
    ...change,
  })

/** 17 XLM. */
export const lumen = (change: Change = {}): OnchainPaymentView =>
  stellarToken({ ...NATIVE, token: "XLM", canonical_asset_id: "stellar:XLM:native", ...change })
