export * from "@/identity/families/today/panes"
