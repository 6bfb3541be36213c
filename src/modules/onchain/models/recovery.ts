import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"

/**
 * Money of an asset that the service cannot book by itself, as its balances last said. A row is deleted when it is recovered.
 *
 * The amount is a decimal in token units.
 */
const OnchainRecovery = model
  .define(
    { name: "OnchainRecovery", tableName: "onchain_recovery" },
    {
      /** The asset: its network and its canonical id, else its token. */
      id: model.text().primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      amount: model.text(),
      /** When it was first seen. */
      seen_at: model.dateTime(),
    }
  )
  .checks(amountChecks("onchain_recovery", ["amount"]))

export default OnchainRecovery
