import { model } from "@medusajs/framework/utils"
import { REPORT_SOURCES } from "../../../domain/finance/report-difference"
import { amountChecks } from "../work/amount-check"

/** What one side has within the days of a report. Deleted and read again when the report restarts. */
const OnchainReportEntry = model
  .define(
    { name: "OnchainReportEntry", tableName: "onchain_report_entry" },
    {
      id: model.id({ prefix: "ocrpe" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      report_id: model.text(),
      source: model.enum([...REPORT_SOURCES]),
      /** The compared key: an invoice, a deposit or a withdrawal of the service, else our own id. */
      match_key: model.text(),
      /** `YYYY-MM-DD` in UTC. */
      day: model.text(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** `receipt`, `fee`, `payout` or `refund` of a transaction; the state of an invoice. */
      kind: model.text().nullable(),
      /** Decimal in token units; null where the net amount of a payout is unknown. */
      amount: model.text().nullable(),
      /** Major units of the currency. */
      fiat_amount: model.text().nullable(),
      currency_code: model.text().nullable(),
      /** For people, such as the number of an order. */
      label: model.text().nullable(),
    }
  )
  .indexes([{ on: ["report_id", "match_key"] }, { on: ["report_id", "day"] }])
  .checks(amountChecks("onchain_report_entry", ["amount"]))

export default OnchainReportEntry
