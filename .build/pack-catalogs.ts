import type { Plugin } from 'vite';
import { packCatalog } from '../src/language/packed-catalog.ts';

/** Packs the catalogues of src/language: they are written with the English texts, and loaded with short keys. Those of the engine stay. */
export const packCatalogs: Plugin = {
  name: 'pack-catalogs',
  enforce: 'pre',
  transform: {
    filter: { id: /\/language\/catalogs\/.*\.(?:page|lessons)\.json$/ },
    handler: (code) => ({ code: JSON.stringify(packCatalog(JSON.parse(code))), map: null }),
  },
};
