// `npm run setup` and `npm run build`: installs the packages if they have changed, and builds them.
import { setUp } from './setup/set-up.mjs';

setUp(['build']);
