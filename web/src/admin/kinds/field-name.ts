// Some columns are called otherwise than what people fill in.
const CALLED: Record<string, string> = {
  is_visible: "Visible",
  is_active: "Active",
  company: "Bio",
  display_order: "Order",
  cta_primary_text: "Primary button",
  cta_secondary_text: "Secondary button",
  why_ecommerce: "Reasons",
  double_opt_in: "Ask people to confirm their address",
  letters_public: "Show sent letters on the site",
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What people call a column: "Featured areas". */
export const fieldName = (column: string) => CALLED[column] ?? capital(column.replaceAll("_", " "))
