import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { ADMIN_PERMISSIONS } from "../../../domain/admin-permission"
import type { AdminPermission } from "../../../domain/admin-permission"
import { permissionFor } from "../../../domain/health/attention"
import type { OverviewReader } from "../../../workflows/health/queries/view-overview"

/**
 * What the sender may see, where the store has roles. A policy allows a whole route or none of it. These two
 * routes show parts to users who may see the health; each part requires the permission of its list.
 */
export async function attentionReaderOf({
  auth_context,
  scope: container,
}: Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">): Promise<OverviewReader> {
  const roles = rolesOf(auth_context.app_metadata)
  const permissions = Object.values(ADMIN_PERMISSIONS)
  const allowed = await Promise.all(
    permissions.map(({ resource, operation }) =>
      hasPermission({ roles, actions: { resource, operation }, container })
    )
  )
  const granted = new Set(permissions.filter((_, index) => allowed[index]).map(keyOf))
  const may = (permission: AdminPermission) => granted.has(keyOf(permission))
  return {
    isVisible: ({ kind, screen }) => may(permissionFor(kind, screen)),
    readsPayments: may(ADMIN_PERMISSIONS.readPayments),
    readsFinance: may(ADMIN_PERMISSIONS.readFinance),
  }
}

const keyOf = ({ resource, operation }: AdminPermission) => `${resource}:${operation}`

function rolesOf(metadata: Record<string, unknown> | undefined): string[] {
  const roles = metadata?.roles
  return Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : []
}
