package threadwall.cli.e2e;

import java.util.List;

/**
 * How well the text of a page stands out, by the formula of the
 * <a href="https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio">Web Content Accessibility Guidelines</a>, over the text that is
 * shown as HTML: what is on a canvas counts in its labels' colours, which the page's own text has, too.
 */
final class Contrast {

    /** Level AA, for text of usual size. */
    static final double LEAST = 4.5;

    private static final String FAINT = """
            (() => {
                const rgba = (text) => {
                    const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
                    return {red, green, blue, alpha};
                };
                const luminance = ({red, green, blue}) => {
                    const [r, g, b] = [red, green, blue].map((of255) => {
                        const share = of255 / 255;
                        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
                    });
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const behind = (element) => {
                    for (; element; element = element.parentElement) {
                        const colour = rgba(getComputedStyle(element).backgroundColor);
                        if (colour.alpha === 1) return colour;
                        if (colour.alpha > 0) throw new Error('half a background at ' + element.outerHTML);
                    }
                    return rgba('rgb(255, 255, 255)');
                };
                const faint = [];
                let texts = 0;
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const element = walker.currentNode.parentElement;
                    if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue;
                    texts++;
                    const [one, other] = [rgba(getComputedStyle(element).color), behind(element)].map(luminance);
                    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                    if (ratio < %s) faint.push(ratio.toFixed(2) + ': ' + walker.currentNode.data.trim());
                }
                if (!texts) throw new Error('no text at all');
                return faint;
            })()
            """.formatted(LEAST);

    private Contrast() {}

    /** Texts with less, each behind its ratio. */
    @SuppressWarnings("unchecked")
    static List<String> faintTexts(Browser.Tab tab) {
        return (List<String>) tab.eval(FAINT);
    }
}
