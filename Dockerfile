FROM python:3.11-slim
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY app app
COPY evals evals
COPY graph graph
COPY nodes nodes
COPY state state
COPY tools tools
RUN pip install --no-cache-dir '.[desk,server,postgres,export,mcp]' && useradd --create-home traveller
USER traveller
ENV TRIPINTENT_DATA_DIR=/home/traveller/data TRIPINTENT_HTTP_HOST=0.0.0.0
EXPOSE 8484
CMD ["tripintent", "serve"]
