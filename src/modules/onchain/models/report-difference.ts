import { model } from "@medusajs/framework/utils"
import { REPORT_DIFFERENCE_KINDS } from "../../../domain/finance/report-difference"
import { amountChecks } from "../work/amount-check"

/** A difference that a report found. Never changed, whatever becomes of a payment later. */
const OnchainReportDifference = model
  .define(
    { name: "OnchainReportDifference", tableName: "onchain_report_difference" },
    {
      id: model.id({ prefix: "ocrpd" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      report_id: model.text(),
      /** The compared key: an invoice, a deposit or a withdrawal of the service, else our own id. */
      match_key: model.text(),
      kind: model.enum([...REPORT_DIFFERENCE_KINDS]),
      /** `YYYY-MM-DD` in UTC. */
      day: model.text(),
      network_id: model.text(),
      token: model.text(),
      /** Set for the money of an order: the amounts are then in its major units. */
      currency_code: model.text().nullable(),
      expected: model.text().nullable(),
      found: model.text().nullable(),
      explanation: model.text(),
    }
  )
  .indexes([{ on: ["report_id", "match_key"] }])
  .checks(amountChecks("onchain_report_difference", ["expected", "found"]))

export default OnchainReportDifference
