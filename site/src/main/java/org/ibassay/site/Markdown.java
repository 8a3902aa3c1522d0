package org.ibassay.site;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/// Converts Markdown to HTML.
final class Markdown {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(List.of(TablesExtension.create()))
          .attributeProviderFactory(context -> (AttributeProvider) Markdown::attributes)
          .escapeHtml(true)
          .build();

  /// A doc comment's link to a type or method, which is not a link on the site.
  private static final Pattern CODE_LINK = Pattern.compile("\\[((?:[A-Z]\\w*)?#?\\w+)](?![(\\[])");

  private Markdown() {}

  /// Converts paragraphs.
  static String html(String markdown) {
    String text = CODE_LINK.matcher(markdown).replaceAll("$1");
    return rendered(PARSER.parse(text));
  }

  /// Converts one paragraph, without its element.
  static String inline(String markdown) {
    String html = html(markdown).strip();
    boolean single = html.startsWith("<p>") && html.indexOf("</p>") == html.length() - 4;
    return single ? html.substring(3, html.length() - 4) : html;
  }

  /// Converts a file of the repository.
  ///
  /// @param links targets on the site of its links, by their destinations in the file
  static String document(String markdown, Map<String, String> links) {
    Node document = PARSER.parse(markdown);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(moved(link.getDestination(), links));
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            image.setDestination(
                links.getOrDefault(image.getDestination(), image.getDestination()));
          }
        });
    return rendered(document);
  }

  /// Keeps the fragment of a link.
  private static String moved(String destination, Map<String, String> links) {
    int hash = destination.indexOf('#');
    int end = hash < 0 ? destination.length() : hash;
    String file = destination.substring(0, end);
    return links.getOrDefault(file, file) + destination.substring(end);
  }

  /// Makes wide elements scroll separately, by keyboard too.
  private static String rendered(Node document) {
    return RENDERER
        .render(document)
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<th>", "<th scope=\"col\">");
  }

  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Heading heading && heading.getLevel() > 1) {
      attributes.put("id", slug(text(heading)));
    }
  }

  /// The anchor of a heading, as code hosting sites make it, so that links between files keep
  /// working.
  static String slug(String heading) {
    Matcher other = Pattern.compile("[^a-z0-9 -]").matcher(heading.toLowerCase(Locale.ROOT));
    return other.replaceAll("").replace(' ', '-');
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }
}
