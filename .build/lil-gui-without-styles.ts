import type { Plugin } from 'vite';

/** Removes the styles that lil-gui would add by script: the page has them in src/ui/controls/lil-gui.css. */
export const lilGuiWithoutStyles: Plugin = {
  name: 'lil-gui-without-styles',
  apply: 'build',
  transform: {
    filter: { id: /\/lil-gui\.esm\.js$/ },
    handler(code) {
      const styles = /(\bstylesheet = )`[^`]*`/;
      if (!styles.test(code)) this.error('lil-gui has changed: its styles were not recognized');
      return { code: code.replace(styles, "$1''"), map: null };
    },
  },
};
