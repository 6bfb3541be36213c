import { definePolicies } from "@medusajs/framework/utils"
import { ADMIN_PERMISSIONS } from "../domain/admin-permission"

/** What a store that has roles switched on can put into them. Without roles nobody reads this. */
export const onchainPolicies = definePolicies(
  Object.values(ADMIN_PERMISSIONS).map((permission) => ({ ...permission }))
)
