import type { Words } from "../locale-words"

export const inbox: Words = {
  deliveryHistory: { rerun: "أُعيد التشغيل", test_sent: "أُرسل حدث اختباري" },
  deliveryState: {
    received: {
      name: "قيد الانتظار",
      sentence: "في قائمة الانتظار. تزداد مدة الانتظار مع كل محاولة.",
    },
    processing: { name: "قيد التنفيذ", sentence: "تجري معالجته." },
    processed: { name: "مكتمل", sentence: "تمت معالجته." },
    ignored: {
      name: "متجاهَل",
      sentence: "لا يتطلب أي إجراء في هذا المتجر.",
    },
    dead: {
      name: "فاشل",
      sentence: "لم تبقَ محاولات. أصلح الخطأ ثم أعد التشغيل. تستمر فحوصات الحالة المجدولة.",
    },
  },
  deliveries: {
    title: "Webhooks",
    subtitle: "الأحداث الواردة من مزوّد الخدمة.",
    searchHint: "معرّف Webhook أو معرّف المورد",
    open: "{{name}}، فتح إشعار Webhook هذا",
    none: "لا توجد Webhooks بعد",
    noneHint: "يرسل مزوّد الخدمة إشعار Webhook عندما تتغير دفعة.",
    noneMatch: "لا توجد Webhooks مطابقة",
    loadFailed: "تعذّر تحميل Webhooks.",
  },
  delivery: {
    title: "إشعار Webhook",
    loadFailed: "تعذّر تحميل إشعار Webhook.",
    notFound: "إشعار Webhook هذا غير موجود أو تم حذفه.",
    lastError: "آخر خطأ: {{error}}",
    facts: "التسليم",
    id: "معرّف Webhook",
    next: "المحاولة التالية",
    handled: "تاريخ المعالجة",
    body: "المحتوى",
    bodyHint: "كما ورد. تُقرأ الحالات دائمًا من مزوّد الخدمة.",
    copyBody: "نسخ المحتوى",
    action: "الإجراءات",
  },
  rerun: {
    title: "إعادة التشغيل",
    text: "تعالجه كأنه جديد.",
    button: "إعادة التشغيل",
    done: "أُضيف إلى قائمة الانتظار",
    not: {
      received: "إنه في قائمة الانتظار.",
      processing: "تجري معالجته.",
    },
    question: "هل تريد إعادة تشغيل إشعار Webhook هذا؟",
    effect: "تتم معالجة {{event}} كأنه جديد.",
    safe: "لا يتم استلام أي دفعة مرتين، ولا تُرسل أي أموال.",
  },
}
