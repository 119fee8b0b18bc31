export { portfolioCompanies as companyRules } from "@/lib/schema.gen"
