import type { OnchainPayoutAsset } from "../../types/http"
import { assetKey } from "./request"

/** The asset that was chosen, if it can be paid out. */
export function chosenAsset(assets: OnchainPayoutAsset[], key: string): OnchainPayoutAsset | undefined {
  return assets.find((asset) => asset.is_possible && assetKey(asset) === key)
}
