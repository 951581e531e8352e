package dev.assay.scorer.report;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A written page as a test reads it: by a strict parser, so that a page which is not well-formed fails every test. */
final class PageView {
    private final String source;
    private final Document document;

    private PageView(String source) {
        this.source = source;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            this.document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(source)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("the page is not well-formed: " + e.getMessage(), e);
        }
    }

    static PageView of(RunReport report, Path directory) {
        try {
            Path file = directory.resolve("report.html");
            report.write(file);
            return new PageView(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String source() {
        return source;
    }

    /** The elements that an XPath finds. */
    List<Element> all(String path) {
        try {
            NodeList nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<Element> found = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                found.add((Element) nodes.item(i));
            }
            return found;
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    /** The texts that an XPath finds, white space made plain. */
    List<String> texts(String path) {
        return all(path).stream().map(PageView::text).toList();
    }

    /** All that a reader sees below an element. */
    String text(String path) {
        return String.join("\n", texts(path));
    }

    /** A table's rows: the text of each row's head to the texts of its cells. */
    record Table(Map<String, List<String>> rows) {
        List<String> row(String head) {
            List<String> cells = rows.get(head);
            if (cells == null) {
                throw new AssertionError("no row '" + head + "' among " + rows.keySet());
            }
            return cells;
        }
    }

    /** The table with that caption. */
    Table table(String caption) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (Element row : all("//table[caption='" + caption + "']/tbody/tr")) {
            List<String> cells = new ArrayList<>();
            String head = null;
            NodeList children = row.getChildNodes();
            for (int i = 0; i < children.getLength(); i++) {
                Element cell = (Element) children.item(i);
                if (cell.getTagName().equals("th")) {
                    head = text(cell);
                } else {
                    cells.add(text(cell));
                }
            }
            rows.put(String.valueOf(head), cells);
        }
        return new Table(rows);
    }

    static String text(Element element) {
        return element.getTextContent()
                .replace('\u00A0', ' ')
                .replaceAll("\\s+", " ")
                .strip();
    }
}
