// `node --import ./record-loads.mjs ...`: writes the modules that a command loads to SKEIN_LOADS, one per line.
import { register } from 'node:module';

register('./record-loads-hook.mjs', import.meta.url);
