import { useCallback } from "react"
import type { OnchainBalanceListResponse } from "../../types/http"
import { type Asset, priceOf } from "../payout/request"
import { apiPath, SLOW_REFRESH_MS, useRead } from "../ui/api"
import { formatWorth } from "../ui/format"
import { useTexts } from "../ui/texts"

export function useBalances() {
  return useRead<OnchainBalanceListResponse>(apiPath("balances"), { refreshMs: SLOW_REFRESH_MS })
}

/** Says what an amount is worth at the current rate; null where there is none. Decimals in token units. */
export function useWorth(): (amount: string | null, asset: Asset) => string | null {
  const { locale } = useTexts()
  const { data } = useBalances()
  return useCallback(
    (amount, asset) => {
      const price = data && amount !== null ? priceOf(asset, data.balances) : null
      return price && amount !== null ? formatWorth(amount, price, locale) : null
    },
    [data, locale]
  )
}

export function Worth({ amount, asset }: { amount: string | null; asset: Asset }) {
  const worth = useWorth()(amount, asset)
  return worth === null ? null : <span className="text-ui-fg-subtle tabular-nums">{worth}</span>
}
