import { model } from "@medusajs/framework/utils"

/** One row per action on money and per answer to it. Written once, never changed. */
const OnchainAuditEntry = model
  .define(
    { name: "OnchainAuditEntry", tableName: "onchain_audit_entry" },
    {
      id: model.id({ prefix: "ocaud" }).primaryKey(),
      /** Such as `deposit`. */
      subject_type: model.text(),
      subject_id: model.text(),
      /** The account at the gateway that the subject belongs to; null where it belongs to none. */
      environment: model.text().nullable(),
      business_id: model.text().nullable(),
      /** Such as `deposit.assign_requested`, `deposit.assigned`, `deposit.assign_refused`. */
      action: model.text(),
      /** Medusa user or API key; null for the service or a job. */
      actor_id: model.text().nullable(),
      before: model.json().nullable(),
      after: model.json().nullable(),
    }
  )
  .indexes([{ on: ["subject_type", "subject_id", "created_at"] }])

export default OnchainAuditEntry
