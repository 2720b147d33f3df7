/** Content id of the logo in mails. */
export const LOGO_ID = 'logo@portal';

/** The shield of the pages as PNG, 64 by 64 pixels. Mails have it attached: reading one asks no server. */
export const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAAXNSR0IArs4c6QAABd5JREFUeJztm2tsFFUYht9vbrtt6WVrEZQQBeslAZEY' +
    'QjQR8RaFoBajItE21FgTExESiUWokk20oRcglVJqixL4UUEIYCShmACJEEA0oBQRglouFQGrlpZd2t3pzucfapZSZmZnz8xq6PN3vu+c97yZ' +
    'OXOuwCCD3NBQKirNqAoO1zhaBKAwerb9Lsmv7oyQtCBaueKI11q8M6CyNDOHleckQiEzPU4ECQAiZ84BABiApKl/QVE2hXQ9iJrGc17IcteA' +
    'YFAJ+PWpABcS6FkQ/P1D+gyIhwGQT2sjRVoT6j5ZjtrmiFsSXTEgq7JsosxcCGAmEQ01ix3IgKsgMPl8LSwpNeHq2jWCpYozILv6vVFyjIuZ' +
    '8AoBd9jNszQgHlnSyafu61WU93sW1+5xKPUqkjIgc0kwT4npM6684g86KSMhA+LRlEukyNtCStoiLF52wlkhTgwIBv0Bf3Q6iIrAeJIIitPK' +
    'kYwBV2AApCntUNV14Yv6IjQ2diaSb8+AYFDKSYtOlkBFYDwPQpZDvdeQrAHxMAGST/s5pir13b9eWI6NG2NWOaYGBKoXjmUDxRLjZRDdIkxp' +
    'HCINiIclyZBV5VBMUcovV6344npxpq8vGXSEkKrhUnKQYUhGJDqBItEtZi2QvJX132PQgFQLSDWDBqRaQKq54Q1IahTnhBljxqNo3ASMyMrG' +
    '0PQh6I5GcLjtDA63nUbTgb04ft6TWfC/mP7hcyvLWFRFIzKzsbpgJibcOtI0bvuPLZi9bi3Od14UVTXCdatTOw7IS8/A5pdetWw8AEwZOw7N' +
    'c99BbkaGF9K8MaB+2gvIz82zHX/nzcPRWFTiqqY+XDdgRGY2Hh2Vn3DeU2PuxbCsbFc0xeO6AcXjJ4IcTCaICCWTHnFFUzyuG/DwbaMd5z52' +
    'zxihWgbCdQNuz8l1nnuT/X7DKa4aoMky8tKd9+bDsrLhV1WhmvrjqgExg9FrGI7ze3QdesxyUScp3DWADXx79ozj/P2tvyCWhIF2cL0PaDy4' +
    '33FuzY5moVoGwtQABie9I7P1xFHsaE181Xrr4e+x89jRZKsHW/yBzd8ARk/SCgCUfPk59radtB2/6/hPKFm7SkTVlmMQUwOIEBYh4lI0gunr' +
    'V6PpyCHL2Ibdu1BQtwzhqJjtQCYy7UTMPwGmdiEqABjMmNO82TJu3oYmMAubhEKSpcumzy3yTwlTkipkumD22NwA4uOi9XgOSb+ZPbb6C3wj' +
    'XJDHMMmm/2FTA3Ty/e8N0CV8Zvbc1IBwafA8mB1vPaccWdKtzh1ZjgSZsEWoKA8hn3rQKsbSgJhhbBKmyGOY8LFVjKUBXQsqvgPzAWGqvEKV' +
    'w+Gq+rVWYbYmQwzUCBHlJZr2qZ0wWwZ09GgbmLk1aVFeIcu94fSh8+yE2l6tDFQsnElE65ISNgCunBDJSFserqqbayc0oeXaQEXZHiI85FjY' +
    'AIg2gBS1K/RRg+319IQWRAyOzQJYyAzRFSTJgF95JqGURII7F1S0MuONhIV5BKer9aHKut2J5MiJVtKzY09L2hOTAiB6INHcgYh1hkQUA/L7' +
    'fghX1xcknOe0wkBlWTMBU5zm9yGkD1DVP8M1DaZnkq+H40XRjrSu6Qxsd5ovCtK09nBOyPbZ5P44XxWeUxvp6FYLmHm94zKSRPJpp0MRaTSC' +
    'TV1OyxByBDJQWVZLwGwnuU4/AfL7WkJL6+9zlByHkH2BjvnlbzFQCIaYHs0MAlNG+koRjYfIjZGO+eVNMZnGMWOfqDL7Q6oSimVmTA5VrXhT' +
    'WJmiCoont6LsbRB/CFCaVaydT4AJkP3+bZeWrJwmSmMfrmyN/f1u+bIe9OYzcwMzep2Wc+Xu0DF9iHa/G42HF+fAc5eWjTR6uZhArxNwzSmp' +
    'AS9NSRST/NrXEQOl+tJ6y1WdZPDuIPyGF+XAqfypYHoNTE/33TSJvzZHmnqOVPmT0MUDH6DxoO6FrJTcBMhcEsxTjWgRGzQr8vsfd0s+9auQ' +
    '4i9N5u7PIIMM4oh/ABII4aonouv7AAAAAElFTkSuQmCC',
  'base64',
);

/** A mail's html as a page shows it, which has no attachments. */
export const withLogo = (html: string): string =>
  html.replaceAll(`cid:${LOGO_ID}`, `data:image/png;base64,${LOGO.toString('base64')}`);
