// For the server and the back-office: what a visitor loads does not import it. Without Georgia, which is a state of the USA as well.
const NAMES = `
Afghanistan,Albania,Algeria,Andorra,Angola,Antigua and Barbuda,Argentina,Armenia,Australia,Austria,Azerbaijan,
Bahamas,Bahrain,Bangladesh,Barbados,Belarus,Belgium,Belize,Benin,Bhutan,Bolivia,Bosnia and Herzegovina,
Botswana,Brazil,Brunei,Bulgaria,Burkina Faso,Burundi,Cambodia,Cameroon,Canada,Cape Verde,
Central African Republic,Chad,Chile,China,Colombia,Comoros,Congo,Costa Rica,Croatia,Cuba,Cyprus,Czechia,
Côte d'Ivoire,Democratic Republic of the Congo,DR Congo,Czech Republic,Denmark,Djibouti,Dominica,Dominican Republic,Ecuador,Egypt,El Salvador,England,
Equatorial Guinea,Eritrea,Estonia,Eswatini,Ethiopia,Fiji,Finland,France,Gabon,Gambia,Germany,Ghana,
Greece,Grenada,Guatemala,Guinea,Guinea-Bissau,Guyana,Haiti,Honduras,Hong Kong,Hungary,Iceland,India,Indonesia,
Iran,Iraq,Ireland,Israel,Italy,Ivory Coast,Jamaica,Japan,Jordan,Kazakhstan,Kenya,Kiribati,Kosovo,Kuwait,
Kyrgyzstan,Laos,Latvia,Lebanon,Lesotho,Liberia,Libya,Liechtenstein,Lithuania,Luxembourg,Madagascar,Malawi,
Malaysia,Maldives,Mali,Malta,Marshall Islands,Mauritania,Mauritius,Mexico,Micronesia,Moldova,Monaco,Mongolia,
Montenegro,Morocco,Mozambique,Myanmar,Namibia,Nauru,Nepal,Netherlands,New Zealand,Nicaragua,Niger,Nigeria,
North Korea,North Macedonia,Northern Ireland,Norway,Oman,Pakistan,Palau,Palestine,Panama,Papua New Guinea,
Paraguay,Peru,Philippines,Poland,Portugal,Qatar,Romania,Russia,Rwanda,Saint Kitts and Nevis,Saint Lucia,Samoa,
San Marino,Saudi Arabia,Scotland,Senegal,Serbia,Seychelles,Sierra Leone,Singapore,Slovakia,Slovenia,
Solomon Islands,Somalia,South Africa,South Korea,South Sudan,Spain,Sri Lanka,Sudan,Suriname,Sweden,
Switzerland,Syria,Taiwan,Tajikistan,Tanzania,Thailand,Togo,Tonga,Trinidad and Tobago,Tunisia,Turkey,Türkiye,
Turkmenistan,Tuvalu,UAE,Uganda,UK,Ukraine,United Arab Emirates,United Kingdom,United States,
United States of America,Uruguay,US,USA,Uzbekistan,Vanuatu,Vatican City,Venezuela,Vietnam,Wales,Yemen,Zambia,
Zimbabwe,Great Britain,Macao,Macau,Puerto Rico,Saint Vincent and the Grenadines,Sao Tome and Principe,Timor-Leste`

const countries = new Set(NAMES.toLowerCase().split(/[,\n]+/))

/** Tells whether a name, such as "India" or "the U.S.", is that of a country. */
export const isCountry = (name: string) =>
  countries.has(name.toLowerCase().replace(/^the /, "").replaceAll(".", ""))
