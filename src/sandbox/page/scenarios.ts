import { formatAmount, parseAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import { type CatalogToken, networks, tokens } from "../catalog/catalog"
import type { PaymentRequest } from "../payments/payment"

export type Scenario = { key: string; label: string; request: PaymentRequest }

export function scenariosOf(invoice: Invoice): Scenario[] {
  const asset = assetOf(invoice)
  if (!asset) return []
  return [...amountScenarios(invoice, asset), ...assetScenarios(invoice, asset), ...memoScenarios(invoice)]
}

function assetOf({ networkId, token, canonicalAssetId }: Invoice): CatalogToken | undefined {
  return tokens.find(
    (entry) =>
      entry.networkId === networkId &&
      (canonicalAssetId === undefined ? entry.token === token : entry.canonicalAssetId === canonicalAssetId)
  )
}

function amountScenarios(invoice: Invoice, { decimals }: CatalogToken): Scenario[] {
  const amount = parseAmount(invoice.amount, decimals)
  const missing = amount - parseAmount(invoice.receivedAmount ?? "0", decimals)
  const due = missing > 0n ? missing : amount
  const more = due + (due >= 10n ? due / 10n : 1n)
  const over: Scenario = {
    key: "over",
    label: "Overpay by 10 %",
    request: { amount: formatAmount(more, decimals) },
  }
  const exact: Scenario = { key: "exact", label: missing > 0n ? "Pay exactly" : "Pay again", request: {} }
  if (due < 2n) return [exact, over]
  const half = formatAmount(due / 2n, decimals)
  return [exact, { key: "under", label: "Pay half of it", request: { amount: half } }, over]
}

function assetScenarios({ networkId, chain }: Invoice, asset: CatalogToken): Scenario[] {
  const otherToken = tokens.find((entry) => entry.networkId === networkId && entry.token !== asset.token)
  const otherNetwork =
    networks.find((entry) => entry.chain === chain && entry.networkId !== networkId) ??
    networks.find((entry) => entry.networkId !== networkId)
  const scenarios: Scenario[] = []
  if (otherToken) {
    const request = { token: otherToken.token }
    scenarios.push({ key: "wrong_token", label: `Pay in ${otherToken.token}`, request })
  }
  if (otherNetwork) {
    const request = { chain: otherNetwork.chain, networkId: otherNetwork.networkId, token: asset.token }
    scenarios.push({ key: "wrong_network", label: `Pay on ${otherNetwork.name}`, request })
  }
  if (asset.issuerAddress !== undefined) {
    const impostor = tokens.find(
      ({ issuerAddress }) => issuerAddress !== undefined && issuerAddress !== asset.issuerAddress
    )
    const canonicalAssetId = `stellar:${asset.token}:${impostor?.issuerAddress}`
    scenarios.push({ key: "wrong_issuer", label: "Wrong issuer", request: { canonicalAssetId } })
  }
  return scenarios
}

function memoScenarios({ memoId }: Invoice): Scenario[] {
  if (memoId === undefined) return []
  const other = String(BigInt(memoId) + 1n)
  return [
    { key: "wrong_memo", label: "Wrong memo", request: { memo: other } },
    { key: "no_memo", label: "No memo", request: { memo: null } },
  ]
}
