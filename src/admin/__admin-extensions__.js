
      // Auto-generated index file for Medusa Admin UI extensions
    import WidgetComponent0, { config as WidgetConfig0 } from "/work/b/fix/src/admin/widgets/customer-payments.tsx"
import WidgetComponent1, { config as WidgetConfig1 } from "/work/b/fix/src/admin/widgets/order-payments.tsx"
import WidgetComponent2, { config as WidgetConfig2 } from "/work/b/fix/src/admin/widgets/waiting-money.tsx"

const widgetModule = { widgets: [
  {
    Component: WidgetComponent0,
    zone: ["customer.details.side"],
    widgetId: "onchain-customer-payments"
},
{
    Component: WidgetComponent1,
    zone: ["order.details.side"],
    widgetId: "onchain-order-payments"
},
{
    Component: WidgetComponent2,
    zone: ["order.list"],
    widgetId: "onchain-waiting-money"
}
] }
    import RouteComponent0, { handle as handle0, config as HandleConfig0 } from "/work/b/fix/src/admin/routes/onchain/page.tsx"
import RouteComponent1, { handle as handle1, config as HandleConfig1 } from "/work/b/fix/src/admin/routes/onchain/balances/page.tsx"
import RouteComponent2, { handle as handle2, config as HandleConfig2 } from "/work/b/fix/src/admin/routes/onchain/overview/page.tsx"
import RouteComponent3, { handle as handle3, config as HandleConfig3 } from "/work/b/fix/src/admin/routes/onchain/payments/page.tsx"
import RouteComponent4, { handle as handle4, config as HandleConfig4 } from "/work/b/fix/src/admin/routes/onchain/payouts/page.tsx"
import RouteComponent5, { handle as handle5, config as HandleConfig5 } from "/work/b/fix/src/admin/routes/onchain/review/page.tsx"
import RouteComponent6, { handle as handle6, config as HandleConfig6 } from "/work/b/fix/src/admin/routes/settings/onchain/page.tsx"
import RouteComponent7, { handle as handle7 } from "/work/b/fix/src/admin/routes/onchain/balances/transactions/page.tsx"
import RouteComponent8, { handle as handle8 } from "/work/b/fix/src/admin/routes/onchain/payments/[id]/page.tsx"
import RouteComponent9, { handle as handle9 } from "/work/b/fix/src/admin/routes/onchain/payouts/addresses/page.tsx"
import RouteComponent10, { handle as handle10 } from "/work/b/fix/src/admin/routes/onchain/payouts/refunds/page.tsx"
import RouteComponent11, { handle as handle11 } from "/work/b/fix/src/admin/routes/onchain/payouts/withdrawals/page.tsx"
import RouteComponent12, { handle as handle12 } from "/work/b/fix/src/admin/routes/onchain/review/deposits/page.tsx"
import RouteComponent13, { handle as handle13 } from "/work/b/fix/src/admin/routes/onchain/review/transactions/page.tsx"
import RouteComponent14, { handle as handle14 } from "/work/b/fix/src/admin/routes/settings/onchain/billing/page.tsx"
import RouteComponent15, { handle as handle15 } from "/work/b/fix/src/admin/routes/settings/onchain/health/page.tsx"
import RouteComponent16, { handle as handle16 } from "/work/b/fix/src/admin/routes/settings/onchain/webhooks/page.tsx"
import RouteComponent17, { handle as handle17 } from "/work/b/fix/src/admin/routes/onchain/balances/reports/page.tsx"
import RouteComponent18, { handle as handle18 } from "/work/b/fix/src/admin/routes/onchain/review/unmatched/page.tsx"

const routeModule = { routes: [
    {
    Component: RouteComponent0,
    path: "/onchain",
    handle: { label: HandleConfig0.label, translationNs: HandleConfig0.translationNs, ...handle0 }
  },
{
    Component: RouteComponent1,
    path: "/onchain/balances",
    handle: { label: HandleConfig1.label, translationNs: HandleConfig1.translationNs, ...handle1 }
  },
{
    Component: RouteComponent2,
    path: "/onchain/overview",
    handle: { label: HandleConfig2.label, translationNs: HandleConfig2.translationNs, ...handle2 }
  },
{
    Component: RouteComponent3,
    path: "/onchain/payments",
    handle: { label: HandleConfig3.label, translationNs: HandleConfig3.translationNs, ...handle3 }
  },
{
    Component: RouteComponent4,
    path: "/onchain/payouts",
    handle: { label: HandleConfig4.label, translationNs: HandleConfig4.translationNs, ...handle4 }
  },
{
    Component: RouteComponent5,
    path: "/onchain/review",
    handle: { label: HandleConfig5.label, translationNs: HandleConfig5.translationNs, ...handle5 }
  },
{
    Component: RouteComponent6,
    path: "/settings/onchain",
    handle: { label: HandleConfig6.label, translationNs: HandleConfig6.translationNs, ...handle6 }
  },
{
    Component: RouteComponent7,
    path: "/onchain/balances/transactions",
    handle: handle7
  },
{
    Component: RouteComponent8,
    path: "/onchain/payments/:id",
    handle: handle8
  },
{
    Component: RouteComponent9,
    path: "/onchain/payouts/addresses",
    handle: handle9
  },
{
    Component: RouteComponent10,
    path: "/onchain/payouts/refunds",
    handle: handle10
  },
{
    Component: RouteComponent11,
    path: "/onchain/payouts/withdrawals",
    handle: handle11
  },
{
    Component: RouteComponent12,
    path: "/onchain/review/deposits",
    handle: handle12
  },
{
    Component: RouteComponent13,
    path: "/onchain/review/transactions",
    handle: handle13
  },
{
    Component: RouteComponent14,
    path: "/settings/onchain/billing",
    handle: handle14
  },
{
    Component: RouteComponent15,
    path: "/settings/onchain/health",
    handle: handle15
  },
{
    Component: RouteComponent16,
    path: "/settings/onchain/webhooks",
    handle: handle16
  },
{
    Component: RouteComponent17,
    path: "/onchain/balances/reports",
    handle: handle17
  },
{
    Component: RouteComponent18,
    path: "/onchain/review/unmatched",
    handle: handle18
  }
]
 }
    import { config as RouteConfig0 } from "/work/b/fix/src/admin/routes/onchain/page.tsx"
import { config as RouteConfig1 } from "/work/b/fix/src/admin/routes/onchain/balances/page.tsx"
import { config as RouteConfig2 } from "/work/b/fix/src/admin/routes/onchain/overview/page.tsx"
import { config as RouteConfig3 } from "/work/b/fix/src/admin/routes/onchain/payments/page.tsx"
import { config as RouteConfig4 } from "/work/b/fix/src/admin/routes/onchain/payouts/page.tsx"
import { config as RouteConfig5 } from "/work/b/fix/src/admin/routes/onchain/review/page.tsx"
import { config as RouteConfig6 } from "/work/b/fix/src/admin/routes/settings/onchain/page.tsx"

const menuItemModule = { menuItems: [
    {
    label: RouteConfig0.label,
    icon: RouteConfig0.icon,
    path: "/onchain",
    nested: undefined,
    rank: 100,
    translationNs: RouteConfig0.translationNs
  },
{
    label: RouteConfig1.label,
    icon: undefined,
    path: "/onchain/balances",
    nested: undefined,
    rank: 5,
    translationNs: RouteConfig1.translationNs
  },
{
    label: RouteConfig2.label,
    icon: undefined,
    path: "/onchain/overview",
    nested: undefined,
    rank: 1,
    translationNs: RouteConfig2.translationNs
  },
{
    label: RouteConfig3.label,
    icon: undefined,
    path: "/onchain/payments",
    nested: undefined,
    rank: 2,
    translationNs: RouteConfig3.translationNs
  },
{
    label: RouteConfig4.label,
    icon: undefined,
    path: "/onchain/payouts",
    nested: undefined,
    rank: 4,
    translationNs: RouteConfig4.translationNs
  },
{
    label: RouteConfig5.label,
    icon: undefined,
    path: "/onchain/review",
    nested: undefined,
    rank: 3,
    translationNs: RouteConfig5.translationNs
  },
{
    label: RouteConfig6.label,
    icon: undefined,
    path: "/settings/onchain",
    nested: undefined,
    rank: undefined,
    translationNs: RouteConfig6.translationNs
  }
]
 }
    

const formModule = { customFields: {
  
} }
    

const displayModule = { 
    displays: {
      
    }
   }
    import { deepMerge } from "@medusajs/admin-shared"
import i18nTranslations0 from "/work/b/fix/src/admin/i18n/index.ts"

const i18nModule = { resources: i18nTranslations0 }
    

const cellRendererModule = {}
    

const layoutModule = { layouts: [
  
] }
    import "/work/b/fix/src/admin/search-entities.tsx"

const searchEntityModule = {}

    const plugin = {
      widgetModule,
      routeModule,
      menuItemModule,
      formModule,
      displayModule,
      i18nModule,
      cellRendererModule,
      layoutModule,
      searchEntityModule
    }

    export default plugin
    