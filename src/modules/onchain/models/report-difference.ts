import { model } from "@medusajs/framework/utils"
import { REPORT_DIFFERENCE_KINDS } from "../../../domain/finance/report-difference"

/**
 * What a report has found. Written while it is made and never after: whatever becomes of a payment later, a report that
 * is done says what it said.
 */
const OnchainReportDifference = model
  .define(
    { name: "OnchainReportDifference", tableName: "onchain_report_difference" },
    {
      id: model.id({ prefix: "ocrpd" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      report_id: model.text(),
      /** What the sides were compared by: an invoice, a deposit or a withdrawal of the service, else our own id. */
      match_key: model.text(),
      kind: model.enum([...REPORT_DIFFERENCE_KINDS]),
      /** `YYYY-MM-DD` in UTC. */
      day: model.text(),
      network_id: model.text(),
      token: model.text(),
      /** Set where it is about the money of an order: what follows is in its major units then, and else in token units. */
      currency_code: model.text().nullable(),
      expected: model.text().nullable(),
      found: model.text().nullable(),
      /** In words for the operator. */
      explanation: model.text(),
    }
  )
  .indexes([{ on: ["report_id", "match_key"] }])

export default OnchainReportDifference
