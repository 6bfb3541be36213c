import { definePolicies } from "@medusajs/framework/utils"
import { ADMIN_PERMISSIONS } from "../domain/admin-permission"

/** Permissions for stores that use roles. */
export const onchainPolicies = definePolicies(
  Object.values(ADMIN_PERMISSIONS).map((permission) => ({ ...permission }))
)
